// The Store Orders Interface with net/http, pgx and PostgreSQL.
package main

import (
	"context"
	"crypto/subtle"
	_ "embed"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

//go:embed schema.sql
var schema string

type Order struct {
	ID       int64     `json:"id"`
	PetID    int64     `json:"petId"`
	Quantity int32     `json:"quantity"`
	ShipDate time.Time `json:"shipDate"`
	Complete bool      `json:"complete"`
	Status   string    `json:"status"`
}

type Server struct {
	db     *pgxpool.Pool
	apiKey string
}

func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/store/orders", s.listOrders)
	mux.HandleFunc("DELETE /v1/store/orders/{orderId}", s.cancelOrder)
	return s.requireKey(mux)
}

func (s *Server) requireKey(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		authorization := r.Header.Get("Authorization")
		if subtle.ConstantTimeCompare([]byte(authorization), []byte("Bearer "+s.apiKey)) != 1 {
			fail(w, http.StatusUnauthorized, "The API key is missing or invalid")
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) listOrders(w http.ResponseWriter, r *http.Request) {
	rows, err := s.db.Query(r.Context(), "SELECT id, pet_id, quantity, ship_date, complete, status FROM orders ORDER BY id")
	if err != nil {
		failInside(w, err)
		return
	}
	orders, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Order])
	if err != nil {
		failInside(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(orders)
}

func (s *Server) cancelOrder(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(r.PathValue("orderId"), 10, 64)
	if err != nil {
		fail(w, http.StatusNotFound, "Order not found")
		return
	}
	// One statement looks at the status and changes it: of several cancels at the same time, one wins.
	cancelled, err := s.db.Exec(r.Context(), "UPDATE orders SET status = 'cancelled' WHERE id = $1 AND status = 'pending'", id)
	if err != nil {
		failInside(w, err)
		return
	}
	if cancelled.RowsAffected() == 1 {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	var status string
	err = s.db.QueryRow(r.Context(), "SELECT status FROM orders WHERE id = $1", id).Scan(&status)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		fail(w, http.StatusNotFound, "Order not found")
	case err != nil:
		failInside(w, err)
	default:
		fail(w, http.StatusConflict, "Only a pending order can be cancelled, and this one is "+status)
	}
}

var codes = map[int]string{401: "unauthorized", 404: "not_found", 409: "conflict", 500: "internal"}

func fail(w http.ResponseWriter, status int, message string) {
	if status == http.StatusUnauthorized {
		w.Header().Set("WWW-Authenticate", "Bearer")
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(map[string]any{"code": codes[status], "message": message, "status": status})
}

func failInside(w http.ResponseWriter, err error) {
	log.Print(err)
	fail(w, http.StatusInternalServerError, "The request could not be served")
}

func main() {
	ctx := context.Background()
	db, err := pgxpool.New(ctx, os.Getenv("DATABASE_URL"))
	if err != nil {
		log.Fatal(err)
	}
	if _, err = db.Exec(ctx, schema); err != nil {
		log.Fatal(err)
	}
	server := &Server{db: db, apiKey: os.Getenv("API_KEY")}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), server.Handler()))
}
