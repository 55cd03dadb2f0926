//! The Store Orders Interface with axum, sqlx and SQLite.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, State, rejection::PathRejection},
    http::{StatusCode, header::WWW_AUTHENTICATE},
    response::{IntoResponse, Response},
    routing::{delete, get},
};
use axum_extra::{
    TypedHeader,
    headers::{Authorization, authorization::Bearer},
    typed_header::TypedHeaderRejection,
};
use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::json;
use sqlx::sqlite::SqlitePool;
use store_orders::{open_database, seed, variable};
use subtle::ConstantTimeEq;

#[derive(Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
struct Order {
    id: i64,
    pet_id: i64,
    quantity: i32,
    ship_date: DateTime<Utc>,
    complete: bool,
    status: String,
}

struct Store {
    db: SqlitePool,
    api_key: String,
}

type Key = Result<TypedHeader<Authorization<Bearer>>, TypedHeaderRejection>;

fn authorize(store: &Store, key: Key) -> Result<(), Problem> {
    let is_valid = key.is_ok_and(|key| key.token().as_bytes().ct_eq(store.api_key.as_bytes()).into());
    if is_valid { Ok(()) } else { Err(StatusCode::UNAUTHORIZED.into()) }
}

struct Problem(StatusCode);

impl From<StatusCode> for Problem {
    fn from(status: StatusCode) -> Self {
        Problem(status)
    }
}

/// An Error of the contract.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Problem(status) = self;
        let (code, message) = match status {
            StatusCode::UNAUTHORIZED => ("unauthorized", "The API key is missing or invalid"),
            StatusCode::NOT_FOUND => ("not_found", "Order not found"),
            StatusCode::CONFLICT => ("conflict", "Only a pending order can be cancelled"),
            _ => ("internal", "The request could not be served"),
        };
        let body = Json(json!({ "code": code, "message": message, "status": status.as_u16() }));
        match status {
            StatusCode::UNAUTHORIZED => (status, [(WWW_AUTHENTICATE, "Bearer")], body).into_response(),
            _ => (status, body).into_response(),
        }
    }
}

fn failed(error: sqlx::Error) -> Problem {
    eprintln!("{error}");
    StatusCode::INTERNAL_SERVER_ERROR.into()
}

async fn list_orders(State(store): State<Arc<Store>>, key: Key) -> Result<Json<Vec<Order>>, Problem> {
    authorize(&store, key)?;
    let orders = sqlx::query_as("SELECT * FROM orders ORDER BY id").fetch_all(&store.db).await.map_err(failed)?;
    Ok(Json(orders))
}

async fn cancel_order(
    State(store): State<Arc<Store>>,
    key: Key,
    order_id: Result<Path<i64>, PathRejection>,
) -> Result<StatusCode, Problem> {
    authorize(&store, key)?;
    let Ok(Path(order_id)) = order_id else {
        return Err(StatusCode::NOT_FOUND.into());
    };
    let db = &store.db;
    let cancelled = sqlx::query("DELETE FROM orders WHERE id = $1 AND status = 'pending'")
        .bind(order_id)
        .execute(db)
        .await
        .map_err(failed)?;
    if cancelled.rows_affected() == 1 {
        return Ok(StatusCode::NO_CONTENT);
    }
    let status: Option<String> = sqlx::query_scalar("SELECT status FROM orders WHERE id = $1")
        .bind(order_id)
        .fetch_optional(db)
        .await
        .map_err(failed)?;
    match status {
        None => Err(StatusCode::NOT_FOUND.into()),
        Some(_) => Err(StatusCode::CONFLICT.into()),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let db = open_database().await?;
    if std::env::args().nth(1).as_deref() == Some("seed") {
        return seed(&db).await;
    }
    let store = Arc::new(Store { db, api_key: variable("API_KEY") });
    let app = Router::new()
        .route("/v1/store/orders", get(list_orders))
        .route("/v1/store/orders/{order_id}", delete(cancel_order))
        .with_state(store);
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{}", variable("PORT"))).await?;
    Ok(axum::serve(listener, app).await?)
}
