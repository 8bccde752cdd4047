//! Parts of a file that mean nothing here, kept for whoever wrote them.
//!
//! A later version may put into a file what this one does not know. Who opens the file here,
//! paints, and saves it must not throw that away. So such parts are read, lie beside the drawing
//! as one run of bytes, and are written again.
//!
//! ```
//! use undoodle_formats::Other;
//! let others = vec![Other { name: "notes/1".into(), bytes: vec![1, 2] }];
//! assert_eq!(Other::decode(&Other::encode(&others)), others);
//! assert_eq!(Other::decode(&[9]), [], "what is broken is nothing");
//! ```

/// A part of a file: its name and its bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Other {
    /// Its name in the file.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
}

/// Takes a run of bytes behind its length from the front.
fn take<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let (length, rest) = bytes.split_first_chunk()?;
    let (taken, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    *bytes = rest;
    Some(taken)
}

impl Other {
    /// Encodes a list of parts as one run of bytes; of no parts, there is none.
    pub fn encode(others: &[Other]) -> Vec<u8> {
        let mut encoded = Vec::new();
        for Other { name, bytes } in others {
            for part in [name.as_bytes(), bytes] {
                encoded.extend_from_slice(&(part.len() as u32).to_le_bytes());
                encoded.extend_from_slice(part);
            }
        }
        encoded
    }

    /// Decodes the list that [`encode`](Other::encode) has encoded, as far as it is whole.
    pub fn decode(mut bytes: &[u8]) -> Vec<Other> {
        let mut part = || {
            let name = std::str::from_utf8(take(&mut bytes)?).ok()?.to_owned();
            Some(Other { name, bytes: take(&mut bytes)?.to_vec() })
        };
        std::iter::from_fn(&mut part).collect()
    }
}
