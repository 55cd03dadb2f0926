<?php
// The Store Orders Interface with PHP and SQLite.

const LIST_ORDERS = 'SELECT id, petId, quantity, shipDate, complete, status FROM orders ORDER BY id';

function respond(int $status, ?array $body): never
{
    http_response_code($status);
    if ($body === null) {
        exit;
    }
    header('Content-Type: application/json');
    echo json_encode($body);
    exit;
}

const CODES = [401 => 'unauthorized', 404 => 'not_found', 409 => 'conflict'];

function fail(int $status, string $message): never
{
    respond($status, ['code' => CODES[$status], 'message' => $message, 'status' => $status]);
}

function connect(): PDO
{
    return new PDO('sqlite:' . getenv('ORDERS_DB'), options: [PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]);
}

/** A row of the database, which has neither booleans nor dates, as an Order. */
function orderOf(array $row): array
{
    $row['complete'] = (bool) $row['complete'];
    $row['shipDate'] = (new DateTimeImmutable($row['shipDate'], new DateTimeZone('UTC')))->format(DATE_RFC3339);
    return $row;
}

function listOrders(): never
{
    respond(200, array_map(orderOf(...), connect()->query(LIST_ORDERS)->fetchAll()));
}

function cancelOrder(string $orderId): never
{
    $id = filter_var($orderId, FILTER_VALIDATE_INT);
    if ($id === false) {
        fail(404, 'Order not found');
    }
    $db = connect();
    // One statement looks at the status and changes it: of several cancels at the same time, one wins.
    $cancelled = $db->prepare("UPDATE orders SET status = 'cancelled' WHERE id = ? AND status = 'pending'");
    $cancelled->execute([$id]);
    if ($cancelled->rowCount() === 1) {
        respond(204, null);
    }
    $found = $db->prepare('SELECT status FROM orders WHERE id = ?');
    $found->execute([$id]);
    $status = $found->fetchColumn();
    if ($status === false) {
        fail(404, 'Order not found');
    }
    fail(409, 'Only a pending order can be cancelled');
}

function authenticate(): void
{
    $authorization = $_SERVER['HTTP_AUTHORIZATION'] ?? '';
    if (!hash_equals('Bearer ' . getenv('API_KEY'), $authorization)) {
        header('WWW-Authenticate: Bearer');
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
