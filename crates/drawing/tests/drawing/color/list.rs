//! Tests of `src/color/list.rs`.

use undoodle_drawing::color::read_list;

fn read(text: &str) -> String {
    match read_list(text, 4) {
        Ok(colors) => colors.iter().map(|color| color.to_string() + " ").collect::<String>().trim().into(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn lists_are_read_as_they_are_found() {
    assert_eq!(read("#123#456"), "#112233ff #445566ff");
    assert_eq!(read("  0x010203,\r\n[\"FFF\", 'abc8']  "), "#010203ff #ffffffff #aabbcc88");
    assert_eq!(
        read("--sky: #00f; --sea: #0ff"),
        "colour must be #rgb, #rgba, #rrggbb or #rrggbbaa, not \"--sky\""
    );
    assert_eq!(read("# #fff"), "colour must be #rgb, #rgba, #rrggbb or #rrggbbaa, not \"#\"");
    for nothing in ["", " \n", "[,;]"] {
        assert_eq!(read(nothing), "number of colours must be from 1 to 4, not 0");
    }
    assert_eq!(read("000 111 222 333"), "#000000ff #111111ff #222222ff #333333ff");
    assert_eq!(read("000 111 222 333 444 what"), "number of colours must be from 1 to 4, not 6");
    assert_eq!(read(&"é".repeat(99)).chars().filter(|c| *c == 'é').count(), 40, "what is wrong is cut short");
}
