//! Pages that several places share until one of them is written.
//!
//! Most frames of a film are the frame before but for a few tiles. If each had pages of its own, a film of 165 MB would be copied page by
//! page to hold 23 MB of different ones. So a place either has a page of its own, or one that it shares with other places whose bytes
//! are equal. Whoever writes takes a copy first, unless nobody else has the page any more.
//!
//! The copy may be refused, so it is made where pages are made: [`provide`](super::Arena::provide) leaves a page of its own at a place.
//!
//! The invariant: nobody can tell from bytes whether a page is shared. A place counts as a whole page against a memory's limit either
//! way, so that no write into what is there already can exceed it.

use super::Page;
use std::sync::Arc;

/// A page as a place holds it.
///
/// The shared page is boxed, as its allocation may be refused; the few bytes around it may not.
#[derive(Clone, Debug)]
#[expect(
    clippy::redundant_allocation,
    reason = "the standard library has no `Arc` whose allocation may be refused"
)]
pub(super) enum Held {
    /// This place alone has it.
    Own(Box<Page>),
    /// Other places may have it, too.
    Shared(Arc<Box<Page>>),
}

/// Copies a page, or returns `None` if the copy can't be allocated.
fn copied(page: &Page) -> Option<Box<Page>> {
    let mut list = Vec::new();
    list.try_reserve_exact(page.len()).ok()?;
    list.extend_from_slice(page);
    list.into_boxed_slice().try_into().ok()
}

impl Held {
    /// Returns the page.
    #[inline]
    pub(super) fn page(&self) -> &Page {
        match self {
            Held::Own(page) => page,
            Held::Shared(page) => page,
        }
    }

    /// Returns the page for writing, as one that no other place has. Returns `None` if a copy is needed and can't be allocated.
    #[inline]
    pub(super) fn page_mut(&mut self) -> Option<&mut Page> {
        if let Held::Shared(page) = self
            && Arc::get_mut(page).is_none()
        {
            *self = Held::Own(copied(page)?);
        }
        match self {
            Held::Own(page) => Some(page),
            Held::Shared(page) => Arc::get_mut(page).map(|page| &mut **page),
        }
    }

    /// Shares the page of a place, if there is one, and returns it for another place.
    pub(super) fn share(place: &mut Option<Held>) -> Option<Held> {
        let shared = match place.take()? {
            Held::Own(page) => Arc::new(page),
            Held::Shared(page) => page,
        };
        *place = Some(Held::Shared(Arc::clone(&shared)));
        Some(Held::Shared(shared))
    }
}
