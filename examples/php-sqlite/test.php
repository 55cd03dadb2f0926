<?php
// Serves orders of its own on a free port, and has the suite judge them: exits with the suite's code.

$suite = getenv('SUITE') ?: 'npx --no -- store-orders-conformance';
$port = (int) explode(':', stream_socket_get_name(stream_socket_server('tcp://127.0.0.1:0'), false))[1];
$key = 'Key-Of-This-Test-4711';
$database = tempnam(sys_get_temp_dir(), 'orders');
// One worker: further ones are processes that proc_terminate does not reach.
$env = ['API_KEY' => $key, 'ORDERS_DB' => $database, 'PHP_CLI_SERVER_WORKERS' => '1'] + getenv();

proc_close(proc_open([PHP_BINARY, 'seed.php'], [], $pipes, null, $env));
$log = ['file', '/dev/null', 'w'];
$service = proc_open([PHP_BINARY, '-S', "127.0.0.1:$port", 'index.php'], [1 => $log, 2 => $log], $pipes, null, $env);
for ($try = 0; $try < 200 && !@fsockopen('127.0.0.1', $port); $try++) {
    usleep(50_000);
}
$target = [
    'STORE_ORDERS_BASE_URL' => "http://127.0.0.1:$port/v1",
    'STORE_ORDERS_API_KEY' => $key,
    'STORE_ORDERS_FIXTURES' => 'orders.yaml',
];
$code = proc_close(proc_open("$suite run --strict", [], $pipes, null, $target + $env));
proc_terminate($service);
unlink($database);
exit($code);
