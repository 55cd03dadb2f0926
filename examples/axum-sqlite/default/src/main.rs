//! The Store Orders Interface with axum, sqlx and SQLite.

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Path, State},
    http::StatusCode,
    routing::{delete, get},
};
use axum_extra::{
    TypedHeader,
    headers::{Authorization, authorization::Bearer},
};
use chrono::NaiveDateTime;
use serde::Serialize;
use sqlx::sqlite::SqlitePool;
use store_orders::{open_database, seed, variable};

#[derive(Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
struct Order {
    id: i64,
    pet_id: i64,
    quantity: i32,
    ship_date: NaiveDateTime,
    complete: bool,
    status: String,
}

struct Store {
    db: SqlitePool,
    api_key: String,
}

type Key = TypedHeader<Authorization<Bearer>>;

fn authorize(store: &Store, key: Key) -> Result<(), Problem> {
    let is_valid = key.token() == store.api_key;
    if is_valid { Ok(()) } else { Err(StatusCode::UNAUTHORIZED.into()) }
}

type Problem = StatusCode;

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
    Path(order_id): Path<i64>,
    key: Key,
) -> Result<StatusCode, Problem> {
    authorize(&store, key)?;
    let db = &store.db;
    let status: Option<String> = sqlx::query_scalar("SELECT status FROM orders WHERE id = $1")
        .bind(order_id)
        .fetch_optional(db)
        .await
        .map_err(failed)?;
    match status.as_deref() {
        None => return Err(StatusCode::NOT_FOUND.into()),
        Some("pending") => {}
        Some(_) => return Err(StatusCode::CONFLICT.into()),
    }
    sqlx::query("DELETE FROM orders WHERE id = $1").bind(order_id).execute(db).await.map_err(failed)?;
    Ok(StatusCode::NO_CONTENT)
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
