package orders;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.AuthenticationException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.resource.NoResourceFoundException;

/** Every error as an Error of the contract. */
@RestControllerAdvice
public class Errors {
  public record Error(String code, String message, int status) {}

  @ExceptionHandler
  ResponseEntity<Error> failed(ResponseStatusException exception) {
    return of(exception.getStatusCode(), exception.getReason());
  }

  /** What is not an int64 is the id of no order. */
  @ExceptionHandler({NoResourceFoundException.class, MethodArgumentTypeMismatchException.class})
  ResponseEntity<Error> notInt64() {
    return of(HttpStatus.NOT_FOUND, "Order not found");
  }

  private static ResponseEntity<Error> of(HttpStatusCode status, String message) {
    String code = HttpStatus.valueOf(status.value()).name().toLowerCase();
    return ResponseEntity.status(status).body(new Error(code, message, status.value()));
  }

  static void unauthorized(HttpServletRequest request, HttpServletResponse response, AuthenticationException exception)
      throws IOException {
    response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
    response.setHeader("WWW-Authenticate", "Bearer");
    response.setContentType(MediaType.APPLICATION_JSON_VALUE);
    response.getWriter().write("""
        {"code":"unauthorized","message":"The API key is missing or invalid","status":401}""");
  }
}
