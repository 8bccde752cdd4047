//! The editor's face: questions and wishes that one of its parts answers alone.
//!
//! Problem: people, scripts and tests know one editor, and need not know of which parts it is made. Idea: each method here
//! has the name of a part's, which does it; where that is lent another part to look at, the borrow says so. What changes
//! several parts is not here: it stands where it is done.
//!
//! ```
//! use undoodle::editor::Editor;
//! let editor = Editor::new()?;
//! assert_eq!(editor.name(), "untitled", "the session knows");
//! assert!(!editor.is_painting(), "the hand knows");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Editor;

/// Makes methods of [`Editor`] that ask a part.
macro_rules! asks {
    ($part:ident $($(#[$doc:meta])* fn $name:ident(&self $(, $arg:ident: $type:ty)*) $(-> $answer:ty)?;)*) => {
        impl super::Editor {
            $($(#[$doc])* pub fn $name(&self $(, $arg: $type)*) $(-> $answer)? { self.$part.$name($($arg),*) })*
        }
    };
}

/// Makes methods of [`Editor`] that tell a part what to do.
macro_rules! tells {
    ($part:ident $($(#[$doc:meta])* fn $name:ident(&mut self $(, $arg:ident: $type:ty)*) $(-> $answer:ty)?;)*) => {
        impl super::Editor {
            $($(#[$doc])* pub fn $name(&mut self $(, $arg: $type)*) $(-> $answer)? { self.$part.$name($($arg),*) })*
        }
    };
}

mod hand;
mod session;
mod shown;
