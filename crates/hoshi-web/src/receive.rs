//! What pages send: a few words as JSON, or a record.

use std::net::IpAddr;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use serde::de::DeserializeOwned;

use crate::limits::{self, Permit};
use crate::requests::Sorry;
use crate::server::State;

/// A few words as JSON. What is wrong with them is said as pages expect it.
pub(crate) struct Posted<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Arc<State>> for Posted<T> {
    type Rejection = Sorry;

    async fn from_request(request: Request, state: &Arc<State>) -> Result<Posted<T>, Sorry> {
        let posted = Json::from_request(request, state).await;
        posted.map(|Json(body)| Posted(body)).map_err(|why| match why.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Sorry::new(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("That is too long: {} kB at most.", limits::POSTED >> 10),
            ),
            code => Sorry::new(code, "The server did not understand that."),
        })
    }
}

/// Receives a record, with its place among those that are received: few at a time, so that all of them together stay
/// small, and fewer from one address.
pub(crate) async fn receive(
    state: &State,
    from: IpAddr,
    body: Body,
) -> Result<(Bytes, Permit), Sorry> {
    const BUSY: &str = "Many records are being opened here at the moment; please try again.";
    const LARGE: &str = "A record may have 1 MB at most.";
    let busy = || Sorry::new(StatusCode::SERVICE_UNAVAILABLE, BUSY);
    let place = state.visitors.upload(from).ok_or_else(busy)?;
    let large = |_| Sorry::new(StatusCode::PAYLOAD_TOO_LARGE, LARGE);
    let slow = |_| Sorry::new(StatusCode::REQUEST_TIMEOUT, "The record took too long to arrive.");
    let body = axum::body::to_bytes(body, limits::UPLOAD);
    let body = tokio::time::timeout(limits::UPLOAD_IN, body).await.map_err(slow)?;
    Ok((body.map_err(large)?, place))
}
