//! Starts the service on a free port as its container does, and has the suite judge it.

use std::{
    env,
    net::{TcpListener, TcpStream},
    process::Command,
    thread::sleep,
    time::Duration,
};

const KEY: &str = "Key-Of-This-Test-4711";

#[test]
fn conforms_to_the_store_orders_interface() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let database = format!("{}/orders-{port}.db", env!("CARGO_TARGET_TMPDIR"));
    let mut service = Command::new("./entrypoint.sh")
        .arg(env!("CARGO_BIN_EXE_orders"))
        .env("PORT", port.to_string())
        .env("API_KEY", KEY)
        .env("ORDERS_DB", &database)
        .env("SEED", r#"{"pending":3,"shipped":1,"other":1}"#)
        .spawn()
        .unwrap();
    for _ in 0..200 {
        if TcpStream::connect(("127.0.0.1", port)).is_ok() {
            break;
        }
        sleep(Duration::from_millis(50));
    }
    let suite = env::var("SUITE").unwrap_or("npx --no -- store-orders-conformance".into());
    let verdict = Command::new("sh")
        .args(["-c", &format!("{suite} run --strict")])
        .env("ORDERS_DB", &database)
        .env("STORE_ORDERS_BASE_URL", format!("http://127.0.0.1:{port}/v1"))
        .env("STORE_ORDERS_API_KEY", KEY)
        .env("STORE_ORDERS_FIXTURES", "orders.yaml")
        .status();
    service.kill().unwrap();
    service.wait().unwrap();
    assert!(verdict.unwrap().success());
}
