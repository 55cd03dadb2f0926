package orders;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Serves the orders of the database on a free port, and has the suite judge them. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "api-key=" + ConformanceTest.KEY)
class ConformanceTest {
  static final String KEY = "Key-Of-This-Test-4711";

  @LocalServerPort int port;

  @Test
  void conformsToTheStoreOrdersInterface() throws Exception {
    String suite = Objects.requireNonNullElse(System.getenv("SUITE"), "npx --no -- store-orders-conformance");
    ProcessBuilder run = new ProcessBuilder("sh", "-c", suite + " run --strict").inheritIO();
    run.environment()
        .putAll(
            Map.of(
                "STORE_ORDERS_BASE_URL", "http://127.0.0.1:" + port + "/v1",
                "STORE_ORDERS_API_KEY", KEY,
                "STORE_ORDERS_FIXTURES", "orders.yaml"));
    assertThat(run.start().waitFor()).isZero();
  }
}
