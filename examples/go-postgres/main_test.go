package main

import (
	"cmp"
	"context"
	"net/http/httptest"
	"os"
	"os/exec"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
)

// TestConformance serves the orders of DATABASE_URL and has the suite judge them; orders.yaml says how it gets its orders.
func TestConformance(t *testing.T) {
	db, err := pgxpool.New(context.Background(), os.Getenv("DATABASE_URL"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err = db.Exec(context.Background(), schema); err != nil {
		t.Fatal(err)
	}
	const key = "Key-Of-This-Test-4711"
	service := httptest.NewServer((&Server{db: db, apiKey: key}).Handler())
	defer service.Close()

	suite := exec.Command("sh", "-c", cmp.Or(os.Getenv("SUITE"), "npx --no -- store-orders-conformance")+" run --strict")
	suite.Env = append(os.Environ(),
		"STORE_ORDERS_BASE_URL="+service.URL+"/v1", "STORE_ORDERS_API_KEY="+key, "STORE_ORDERS_FIXTURES=orders.yaml")
	report, err := suite.CombinedOutput()
	t.Logf("%s", report)
	if err != nil {
		t.Fatal(err)
	}
}
