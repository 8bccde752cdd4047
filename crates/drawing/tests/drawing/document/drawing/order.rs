//! Tests of `src/document/drawing/order.rs`.

use undoodle_drawing::document::Join;
use undoodle_drawing::document::order::{Entry, Node, Order};

/// Makes an order of letters: those in brackets are a group, which is named after its first letter.
fn order(text: &str) -> Order {
    let (mut entries, mut group) = (Vec::new(), None);
    for letter in text.bytes() {
        match letter {
            b'(' => group = Some(0),
            b')' => group = None,
            _ => {
                group = group.map(|known| if known == 0 { letter.into() } else { known });
                entries.push(Entry { layer: letter.into(), group: group.unwrap_or(0) });
            }
        }
    }
    Order(entries)
}

fn text(order: &Order) -> String {
    let node = |node: &Node| {
        let letters: String = node.iter().map(|entry| char::from(entry.layer as u8)).collect();
        if node[0].group == 0 { letters } else { format!("({letters})") }
    };
    order.nodes().iter().map(node).collect()
}

fn after(from: &str, change: impl FnOnce(&mut Order)) -> String {
    let mut order = order(from);
    change(&mut order);
    text(&order)
}

fn ids(letters: &str) -> Vec<u16> {
    letters.bytes().map(u16::from).collect()
}

#[test]
fn a_step_goes_past_a_layer_or_over_the_edge_of_a_group() {
    let mut row = order("ab(cd)e");
    let mut seen = Vec::new();
    for _ in 0..7 {
        row.step(&ids("a"), true);
        seen.push(text(&row));
    }
    let up = ["ba(cd)e", "b(acd)e", "b(cad)e", "b(cda)e", "b(cd)ae", "b(cd)ea", "b(cd)ea"];
    assert_eq!(seen, up);
    seen.clear();
    for _ in 0..7 {
        row.step(&ids("a"), false);
        seen.push(text(&row));
    }
    assert_eq!(seen, ["b(cd)ae", "b(cda)e", "b(cad)e", "b(acd)e", "ba(cd)e", "ab(cd)e", "ab(cd)e"]);
    assert_eq!(after("x(ab)", |o| o.step(&ids("b"), true)), "x(a)b", "the topmost leaves its group");
    assert_eq!(after("(a)x", |o| o.step(&ids("a"), true)), "ax", "a group goes with its last layer");
}

#[test]
fn several_step_together_and_whole_groups_stay_together() {
    let up = |from: &str, layers: &str| after(from, |o| o.step(&ids(layers), true));
    let down = |from: &str, layers: &str| after(from, |o| o.step(&ids(layers), false));
    assert_eq!(up("abc", "bc"), "abc", "there is no room");
    assert_eq!(up("abc", "ac"), "bac");
    assert_eq!(up("ab(cd)", "ab"), "(abcd)", "both enter, in their order");
    assert_eq!(up("(abc)d", "bc"), "(a)bcd", "both leave");
    assert_eq!(up("(abc)d", "abc"), "d(abc)", "the group passes a layer");
    assert_eq!(up("(ab)(cd)", "ab"), "(cd)(ab)", "and a group");
    assert_eq!(up("x(ab)c", "xab"), "cx(ab)");
    assert_eq!(down("d(abc)", "abc"), "(abc)d");
    assert_eq!(down("(ab)cd", "cd"), "(abcd)");
    assert_eq!(down("x(abc)", "ab"), "xab(c)");
}

#[test]
fn layers_are_placed_in_the_group_around_them_or_the_one_that_is_named() {
    let put = |from: &str, layers: &str, to, join| after(from, |o| o.place(&ids(layers), to, join));
    assert_eq!(put("a(bc)", "a", 1, Join::Nothing), "(bac)", "between two of a group it is one of it");
    assert_eq!(put("a(bc)", "a", 0, Join::Above), "(abc)");
    assert_eq!(put("a(bc)d", "a", 2, Join::Below), "(bca)d");
    assert_eq!(put("a(bc)d", "a", 2, Join::Nothing), "(bc)ad");
    assert_eq!(put("(bc)d", "b", 1, Join::Near), "(cb)d", "beside its group it stays in it");
    assert_eq!(put("(bc)d", "b", 2, Join::Near), "(c)db", "elsewhere it does not");
    assert_eq!(put("(bc)d", "c", 1, Join::Nothing), "(b)cd");
    assert_eq!(put("(b)d", "b", 1, Join::Near), "d(b)", "the last one takes its group along");
    assert_eq!(put("(b)d", "b", 1, Join::Nothing), "db");
    assert_eq!(put("a(bc)d", "bc", 2, Join::Nothing), "ad(bc)", "so does all of a group");
    assert_eq!(put("(bc)(de)", "bc", 1, Join::Near), "(dbce)", "there are two levels and no more");
    assert_eq!(put("ab", "a", 99, Join::Below), "ba");
}

#[test]
fn layers_are_grouped_where_the_topmost_of_them_lies() {
    let gather = |from: &str, layers: &str| after(from, |o| o.gather(&ids(layers), 1));
    assert_eq!(gather("abcd", "ac"), "b(ac)d");
    assert_eq!(gather("abcd", "d"), "abc(d)");
    assert_eq!(gather("(abc)d", "b"), "(ac)(b)d", "a group is not torn apart");
    assert_eq!(gather("(abc)d", "abc"), "(abc)d");
    assert_eq!(gather("a(bcd)", "ac"), "(bd)(ac)");
}

#[test]
fn a_group_moves_as_one_and_never_into_another() {
    let put = |from: &str, to| after(from, |o| o.place_group(b'x'.into(), to));
    assert_eq!(put("(xy)ab", 1), "a(xy)b");
    assert_eq!(put("(xy)(abc)d", 1), "(abc)(xy)d");
    assert_eq!(put("d(abc)(xy)", 3), "d(xy)(abc)");
    assert_eq!(put("(xy)ab", 9), "ab(xy)");
    let step = |from: &str, up| after(from, |o| o.step_group(b'x'.into(), up));
    assert_eq!(step("(xy)(abc)d", true), "(abc)(xy)d");
    assert_eq!(step("(ab)(xy)", false), "(xy)(ab)");
    assert_eq!(step("(xy)a", false), "(xy)a");
    assert_eq!(step("a(xy)", true), "a(xy)");
}
