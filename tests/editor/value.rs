//! Tests of `src/value.rs`.

use undoodle::value::{Value, object, quoted};

#[test]
fn an_object_is_json_whatever_is_in_it() {
    assert_eq!(quoted("a \"b\" \\ \n \u{7f} é"), "\"a \\\"b\\\" \\\\ \\u000a \u{7f} é\"");
    let values =
        [Value::Number(-0.5), Value::Number(f64::NAN), Value::from(7), Value::from("\t"), true.into()];
    let pairs: Vec<_> = values.into_iter().map(|value| (String::from("x"), value)).collect();
    assert_eq!(object(&pairs), r#"{"x":-0.5,"x":null,"x":7,"x":"\u0009","x":true}"#);
    assert_eq!(object(&[]), "{}");
}
