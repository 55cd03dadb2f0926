package orders;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Modifying;
import org.springframework.data.jpa.repository.Query;
import org.springframework.transaction.annotation.Transactional;

public interface OrderRepository extends JpaRepository<Order, Long> {
  /** One statement looks at the status and changes it: of several cancels at the same time, one returns 1. */
  @Transactional
  @Modifying
  @Query("update Order set status = 'cancelled' where id = :id and status = 'pending'")
  int cancelPending(long id);
}
