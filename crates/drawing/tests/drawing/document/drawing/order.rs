//! Tests of `src/document/drawing/order.rs`.

use undoodle_drawing::document::Join;
use undoodle_drawing::document::order::{Node, Order};

/// Makes an order of letters: those in brackets are a group, which is named after its first letter; one right within another after that and
/// how deep it lies.
fn order(text: &str) -> Order {
    fn nodes(text: &mut &[u8]) -> Vec<Node> {
        let mut all = Vec::new();
        while let [letter, rest @ ..] = *text {
            *text = rest;
            match letter {
                b')' => break,
                b'(' => {
                    let first = text.iter().find(|letter| **letter != b'(').copied().unwrap_or(0);
                    let deeper = if text[0] == b'(' { 0x100 } else { 0 };
                    all.push(Node::Group(u16::from(first) + deeper, nodes(text)));
                }
                _ => all.push(Node::Layer((*letter).into())),
            }
        }
        all
    }
    Order(nodes(&mut text.as_bytes()))
}

fn text(order: &Order) -> String {
    fn all(nodes: &[Node]) -> String {
        let node = |node: &Node| match node {
            Node::Layer(layer) => char::from(*layer as u8).to_string(),
            Node::Group(_, inner) => format!("({})", all(inner)),
        };
        nodes.iter().map(node).collect()
    }
    assert_eq!(Order::of(order.layers()), *order, "it is what its layers say");
    all(&order.0)
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
    let put = |from: &str, layers: &str, to, join| after(from, |o| o.place(&ids(layers), to, join, 0));
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
    assert_eq!(put("(bc)(de)", "bc", 1, Join::Near), "(d(bc)e)", "a group comes into a group as a whole");
    assert_eq!(put("ab", "a", 99, Join::Below), "ba");
}

#[test]
fn layers_are_grouped_where_the_topmost_of_them_lies() {
    let gather = |from: &str, layers: &str| after(from, |o| o.gather(&ids(layers), 1));
    assert_eq!(gather("abcd", "ac"), "b(ac)d");
    assert_eq!(gather("abcd", "d"), "abc(d)");
    assert_eq!(gather("(abc)d", "b"), "(a(b)c)d", "within their group");
    assert_eq!(gather("(abc)d", "abc"), "((abc))d", "around all of a group");
    assert_eq!(gather("(ab)cd", "abc"), "((ab)c)d", "a whole group comes along");
    assert_eq!(gather("((ab)c)d", "ad"), "((b)c)(ad)");
    assert_eq!(gather("((ab)c)d", "ac"), "((b)(ac))d", "within the group around all");
    assert_eq!(gather("a(bcd)", "ac"), "(bd)(ac)");
}

#[test]
fn a_gap_at_the_edge_of_groups_lies_in_each_of_them() {
    let put = |join, out| after("a((bc)d)", |o| o.place(&ids("a"), 2, join, out));
    assert_eq!(put(Join::Below, 0), "((bca)d)");
    assert_eq!(put(Join::Below, 1), "((bc)ad)");
    assert_eq!(put(Join::Below, 9), "((bc)ad)", "not out of the group around both");
    assert_eq!([put(Join::Above, 0), put(Join::Nothing, 0)], ["((bc)ad)", "((bc)ad)"]);
    let last = |out| after("a(x(bc))", |o| o.place(&ids("a"), 3, Join::Below, out));
    assert_eq!([last(0), last(1), last(2)], ["(x(bca))", "(x(bc)a)", "(x(bc))a"]);
    let near = |from: &str, layers: &str, to| after(from, |o| o.place(&ids(layers), to, Join::Near, 0));
    assert_eq!(near("(x(bc))d", "b", 2), "(x(cb))d");
    assert_eq!(near("(x(bc))d", "x", 2), "((bc)x)d", "it stays in the outer one");
}

#[test]
fn a_group_moves_as_one() {
    let put = |from: &str, to| after(from, |o| o.place_group(b'x'.into(), to, Join::Near, 0));
    assert_eq!(put("(xy)ab", 1), "a(xy)b");
    assert_eq!(put("(xy)(abc)d", 1), "(a(xy)bc)d", "into a group that is around the place");
    assert_eq!(put("d(abc)(xy)", 4), "d(abc)(xy)");
    assert_eq!(put("(xy)ab", 9), "ab(xy)");
    let into = |from: &str, to, out| after(from, |o| o.place_group(b'x'.into(), to, Join::Below, out));
    assert_eq!([into("(xy)((ab)c)", 2, 0), into("(xy)((ab)c)", 2, 1)], ["((ab(xy))c)", "((ab)(xy)c)"]);
    let step = |from: &str, up| after(from, |o| o.step_group(b'x'.into(), up));
    assert_eq!(step("(xy)(abc)d", true), "(abc)(xy)d");
    assert_eq!(step("(ab)(xy)", false), "(xy)(ab)");
    assert_eq!(step("(xy)a", false), "(xy)a");
    assert_eq!(step("a(xy)", true), "a(xy)");
    assert_eq!(step("(a(xy))b", true), "(a)(xy)b", "out of the group around it");
    assert_eq!(step("a((xy)b)", false), "a(xy)(b)");
}

#[test]
fn groups_within_groups_are_passed_entered_and_left() {
    let up = |from: &str, layers: &str| after(from, |o| o.step(&ids(layers), true));
    assert_eq!(up("a((bc)d)", "a"), "(a(bc)d)", "one group at a time");
    assert_eq!(up("(a(bc)d)", "a"), "((abc)d)");
    assert_eq!(up("((bca)d)", "a"), "((bc)ad)");
    assert_eq!(up("((bc)da)", "a"), "((bc)d)a");
    assert_eq!(up("((ab)c)d", "ab"), "(c(ab))d", "a group that is chosen as a whole");
    assert_eq!(up("(c(ab))d", "ab"), "(c)(ab)d");
    assert_eq!(up("(c(ab))d", "abc"), "d(c(ab))");
    let dissolved = |from: &str, group: u16| after(from, |o| o.dissolve(group));
    assert_eq!(dissolved("(x(ab)c)", b'a'.into()), "(xabc)");
    assert_eq!(dissolved("((ab)c)", 0x100 + u16::from(b'a')), "(ab)c");
    let lifted = |from: &str, above| after(from, |o| o.lift(b'b'.into(), b'x'.into(), above));
    assert_eq!([lifted("a(xbc)d", false), lifted("a(xbc)d", true)], ["ab(xc)d", "a(xc)bd"]);
    assert_eq!(after("((bc)d)", |o| o.put_below(b'd'.into(), b'c'.into())), "((bdc))");
}
