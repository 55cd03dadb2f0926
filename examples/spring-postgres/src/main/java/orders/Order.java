package orders;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Instant;

@Entity
@Table(name = "orders")
public class Order {
  @Id private long id;
  private long petId;
  private int quantity;
  private Instant shipDate;
  private boolean complete;
  private String status;

  public long getId() {
    return id;
  }

  public long getPetId() {
    return petId;
  }

  public int getQuantity() {
    return quantity;
  }

  public Instant getShipDate() {
    return shipDate;
  }

  public boolean isComplete() {
    return complete;
  }

  public String getStatus() {
    return status;
  }
}
