//! SGF, the Smart Game Format: bytes to a tree and back.
