//! Tests of `src/pause.rs`.

use std::cell::Cell;
use undoodle_history::Error;
use undoodle_history::pause::{OFTEN, Stoppable, hosted, only, point};

thread_local! {
    static SEEN: Cell<(u32, u32)> = const { Cell::new((0, 0)) };
}

#[test]
fn what_cannot_be_stopped_goes_on_and_is_asked_all_the_same() {
    let host = |stoppable| {
        let (yes, no) = SEEN.get();
        SEEN.set(if stoppable == Stoppable::Yes { (yes + 1, no) } else { (yes, no + 1) });
        true
    };
    hosted(host, || (0..10).for_each(|_| only(OFTEN)));
    assert_eq!(SEEN.get(), (0, 10));
    assert_eq!(hosted(host, || point(OFTEN - 1).and_then(|()| point(1))), Err(Error::Stopped));
    assert_eq!(SEEN.get(), (1, 10));
    only(OFTEN);
    assert_eq!((point(OFTEN), SEEN.get()), (Ok(()), (1, 10)), "nobody is asked afterwards");
}

#[test]
fn a_host_is_not_asked_by_what_it_does_itself() {
    let host = |_| point(10 * OFTEN).is_err();
    assert_eq!(hosted(host, || point(OFTEN)), Ok(()));
}
