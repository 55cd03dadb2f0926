import java.io.File;
import org.tap4j.model.Directive;
import org.tap4j.model.TestResult;
import org.tap4j.model.TestSet;
import org.tap4j.parser.Tap13Parser;
import org.tap4j.util.DirectiveValues;
import org.tap4j.util.StatusValues;

/** Prints a line for each file: how many test points tap4j reads, and how many of them failed. */
public class ReadTap {
  public static void main(String[] paths) {
    for (String path : paths) {
      TestSet set = new Tap13Parser(true).parseFile(new File(path));
      System.out.println(set.getNumberOfTestResults() + " " + set.getTestResults().stream().filter(ReadTap::isRed).count());
    }
  }

  private static boolean isRed(TestResult point) {
    Directive directive = point.getDirective();
    boolean isTodo = directive != null && directive.getDirectiveValue() == DirectiveValues.TODO;
    return point.getStatus() == StatusValues.NOT_OK && !isTodo;
  }
}
