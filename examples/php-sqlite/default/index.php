<?php
// The Store Orders Interface with PHP and SQLite.

const LIST_ORDERS = 'SELECT id, petId, quantity, shipDate, complete, status FROM orders ORDER BY id';

function respond(int $status, ?array $body): never
{
    http_response_code($status);
    header('Content-Type: application/json');
    echo json_encode($body);
    exit;
}

function fail(int $status, string $message): never
{
    respond($status, ['error' => $message]);
}

function connect(): PDO
{
    return new PDO('sqlite:' . getenv('ORDERS_DB'), options: [PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
}

function listOrders(): never
{
    respond(200, connect()->query(LIST_ORDERS)->fetchAll());
}

function cancelOrder(string $orderId): never
{
    $id = (int) $orderId;
    $db = connect();
    $found = $db->prepare('SELECT status FROM orders WHERE id = ?');
    $found->execute([$id]);
    $status = $found->fetchColumn();
    $found->closeCursor();
    if ($status === false) {
        fail(404, 'Order not found');
    }
    if ($status !== 'pending') {
        fail(409, 'Only a pending order can be cancelled');
    }
    $cancelled = $db->prepare("UPDATE orders SET status = 'cancelled' WHERE id = ?");
    $cancelled->execute([$id]);
    respond(204, ['message' => 'Order cancelled']);
}

function authenticate(): void
{
    $authorization = $_SERVER['HTTP_AUTHORIZATION'] ?? '';
    if ($authorization != 'Bearer ' . getenv('API_KEY')) {
        fail(401, 'The API key is missing or invalid');
    }
}

authenticate();
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
match (true) {
    $_SERVER['REQUEST_METHOD'] === 'GET' && $path === '/v1/store/orders' => listOrders(),
    $_SERVER['REQUEST_METHOD'] === 'DELETE' && preg_match('#^/v1/store/orders/([^/]+)$#', $path, $matches) === 1
        => cancelOrder($matches[1]),
    default => fail(404, 'No such resource'),
};
