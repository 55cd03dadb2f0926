package orders;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@RestController
@RequestMapping("/v1/store/orders")
public class OrderController {
  private final OrderRepository orders;

  public OrderController(OrderRepository orders) {
    this.orders = orders;
  }

  @GetMapping
  public List<Order> listOrders() {
    return orders.findAll();
  }

  /** Without the pattern, Spring reads `0x65` as 101, too. */
  @DeleteMapping("/{orderId:-?[0-9]{1,19}}")
  @ResponseStatus(HttpStatus.NO_CONTENT)
  public void cancelOrder(@PathVariable long orderId) {
    if (orders.cancelPending(orderId) == 1) {
      return;
    }
    orders.findById(orderId).orElseThrow(() -> notFound());
    throw new ResponseStatusException(HttpStatus.CONFLICT, "Only a pending order can be cancelled");
  }

  private static ResponseStatusException notFound() {
    return new ResponseStatusException(HttpStatus.NOT_FOUND, "Order not found");
  }
}
