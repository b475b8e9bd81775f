//! How a lake is laid out in its store: its segments and its filters, for both releases of the store.

/// Bytes before the indexed value in the key of an entry of a non-unique index.
const INDEX_ENTRY_PREFIX: usize = 10;

/// The length of the segment's name in a key: one byte.
fn segment(key: &[u8]) -> Option<usize> {
    (!key.is_empty()).then_some(1)
}

/// The length of a key of a non-unique index without the row id: up to and with the zero byte that
/// ends the value. A one escapes the byte after it.
fn index_equality(key: &[u8]) -> Option<usize> {
    if key.len() < INDEX_ENTRY_PREFIX || key[..2] != [7, 3] {
        return None;
    }
    let mut at = INDEX_ENTRY_PREFIX;
    loop {
        match key.get(at)? {
            0 => return Some(at + 1),
            1 => at += 2,
            _ => at += 1,
        }
    }
}

macro_rules! shape_of {
    ($module:ident, $slatedb:ident) => {
        pub mod $module {
            use std::sync::Arc;
            use $slatedb::{BloomFilterPolicy, FilterPolicy, PrefixExtractor, PrefixTarget};

            struct Extractor(&'static str, fn(&[u8]) -> Option<usize>);

            impl PrefixExtractor for Extractor {
                fn name(&self) -> &str {
                    self.0
                }

                fn prefix_len(&self, target: &PrefixTarget) -> Option<usize> {
                    let (PrefixTarget::Point(bytes) | PrefixTarget::Prefix(bytes)) = target;
                    (self.1)(bytes)
                }
            }

            pub fn segments() -> Arc<dyn PrefixExtractor> {
                Arc::new(Extractor("moraine-tag-v1", super::segment))
            }

            pub fn filters() -> Vec<Arc<dyn FilterPolicy>> {
                let equality = Extractor("moraine-index-equality-v1", super::index_equality);
                vec![
                    Arc::new(BloomFilterPolicy::new(10)),
                    Arc::new(
                        BloomFilterPolicy::new(10)
                            .with_prefix_extractor(Arc::new(equality))
                            .with_whole_key_filtering(false),
                    ),
                ]
            }
        }
    };
}

shape_of!(v16, slatedb_0_16);
shape_of!(v18, slatedb_0_18);
