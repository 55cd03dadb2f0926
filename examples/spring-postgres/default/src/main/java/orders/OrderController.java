package orders;

import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
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

  @DeleteMapping("/{orderId}")
  public void cancelOrder(@PathVariable long orderId) {
    Order order = orders.findById(orderId).orElseThrow(() -> notFound());
    if (!order.getStatus().equals("pending")) {
      throw new ResponseStatusException(HttpStatus.CONFLICT, "Only a pending order can be cancelled");
    }
    order.setStatus("cancelled");
    orders.save(order);
  }

  private static ResponseStatusException notFound() {
    return new ResponseStatusException(HttpStatus.NOT_FOUND, "Order not found");
  }
}
