"""The Store Orders Interface with FastAPI, SQLModel and SQLite."""

import os
from datetime import datetime
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Query
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlmodel import Field, Session, SQLModel, create_engine, select

API_KEY = os.environ["API_KEY"]


class Order(SQLModel, table=True):
    __tablename__ = "orders"

    id: int | None = Field(default=None, primary_key=True)
    petId: int
    quantity: int
    shipDate: datetime
    complete: bool = False
    status: str = "pending"


engine = create_engine(f"sqlite:///{os.environ['ORDERS_DB']}", connect_args={"check_same_thread": False})
SQLModel.metadata.create_all(engine)


def get_session():
    with Session(engine) as session:
        yield session


def require_key(credentials: Annotated[HTTPAuthorizationCredentials, Depends(HTTPBearer())]):
    if credentials.credentials != API_KEY:
        raise HTTPException(401, "Invalid API key")


SessionDep = Annotated[Session, Depends(get_session)]
app = FastAPI(title="Store Orders", dependencies=[Depends(require_key)])


@app.get("/v1/store/orders")
def list_orders(
    session: SessionDep,
    offset: int = 0,
    limit: Annotated[int, Query(le=100)] = 100,
) -> list[Order]:
    return session.exec(select(Order).offset(offset).limit(limit)).all()


@app.delete("/v1/store/orders/{order_id}")
def cancel_order(order_id: int, session: SessionDep):
    order = session.get(Order, order_id)
    if not order:
        raise HTTPException(404, "Order not found")
    if order.status != "pending":
        raise HTTPException(409, "Only a pending order can be cancelled")
    order.status = "cancelled"
    session.add(order)
    session.commit()
    return {"ok": True}
