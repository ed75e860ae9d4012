//! SGN and the tree of SGF.
use super::*;
pub(super) fn read_line(_: &[u8]) -> Result<(Collection, Vec<Loss>), ReadError> {
    Err(ReadError::Unknown)
}
pub(super) fn read_address(_: &[u8]) -> Result<(Collection, Vec<Loss>), ReadError> {
    Err(ReadError::Unknown)
}
pub(super) fn to_line(_: GameTree<'_>, _: &Options) -> Result<Written, WriteError> {
    Err(WriteError::NoMove { asked: 0, last: 0 })
}
pub(super) fn to_address(_: GameTree<'_>, _: &Options) -> Result<Written, WriteError> {
    Err(WriteError::NoMove { asked: 0, last: 0 })
}
