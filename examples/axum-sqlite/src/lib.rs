//! What the service and the default-style one share: the database, and the seed.

use std::io::Read;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

const SCHEMA: &str = "CREATE TABLE IF NOT EXISTS orders (
  id INTEGER PRIMARY KEY,
  pet_id INTEGER NOT NULL,
  quantity INTEGER NOT NULL,
  ship_date TEXT NOT NULL,
  complete BOOLEAN NOT NULL DEFAULT FALSE,
  status TEXT NOT NULL DEFAULT 'pending'
)";

pub fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("Set {name}."))
}

pub async fn open_database() -> Result<SqlitePool, sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(variable("ORDERS_DB")).create_if_missing(true);
    let db = SqlitePool::connect_with(options).await?;
    sqlx::query(SCHEMA).execute(&db).await?;
    Ok(db)
}

/// Provisioning: reads from standard input how many orders are wanted, and prints those that it made.
pub async fn seed(db: &SqlitePool) -> Result<(), Box<dyn std::error::Error>> {
    let mut wanted = String::new();
    std::io::stdin().read_to_string(&mut wanted)?;
    let wanted: serde_json::Value = serde_json::from_str(&wanted)?;
    let mut orders = serde_json::Map::new();
    let mut next = 100;
    for (list, status) in [("pending", "pending"), ("shipped", "shipped"), ("other", "delivered")] {
        let mut ids = Vec::new();
        for index in 0..wanted[list].as_u64().unwrap_or(0) {
            next += 1;
            // One pending order has an odd id above 2^53: its neighbours share its double.
            let id: i64 = if status == "pending" && index == 0 { 9007200000000001 } else { next };
            sqlx::query("INSERT INTO orders VALUES ($1, 9007199254740993, 1, '2027-01-31T10:30:00+00:00', $2, $3)")
                .bind(id)
                .bind(status == "delivered")
                .bind(status)
                .execute(db)
                .await?;
            ids.push(id);
        }
        orders.insert(list.to_string(), ids.into());
    }
    println!("{}", serde_json::json!({ "orders": orders, "fresh": true }));
    Ok(())
}
