"""The Store Orders Interface with FastAPI, SQLModel and SQLite."""

import os
from datetime import datetime
from secrets import compare_digest
from typing import Annotated

from fastapi import Depends, FastAPI, HTTPException, Path
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from sqlmodel import Field, Session, SQLModel, create_engine, select, update
from starlette.exceptions import HTTPException as StarletteHTTPException

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
    if not compare_digest(credentials.credentials.encode(), API_KEY.encode()):
        raise HTTPException(401, "Invalid API key", headers={"WWW-Authenticate": "Bearer"})


SessionDep = Annotated[Session, Depends(get_session)]
app = FastAPI(title="Store Orders", dependencies=[Depends(require_key)])

CODES = {401: "unauthorized", 404: "not_found", 409: "conflict"}


@app.exception_handler(StarletteHTTPException)
def error(request, problem):
    body = {"code": CODES.get(problem.status_code, "error"), "message": problem.detail, "status": problem.status_code}
    return JSONResponse(body, problem.status_code, problem.headers)


@app.exception_handler(RequestValidationError)
def no_such_order(request, problem):
    return error(request, HTTPException(404, "Order not found"))


@app.get("/v1/store/orders")
def list_orders(
    session: SessionDep,
) -> list[Order]:
    return session.exec(select(Order)).all()


@app.delete("/v1/store/orders/{order_id}", status_code=204)
def cancel_order(order_id: Annotated[int, Path(ge=-(2**63), lt=2**63)], session: SessionDep):
    cancelled = session.exec(
        update(Order).where(Order.id == order_id, Order.status == "pending").values(status="cancelled")
    )
    session.commit()
    if cancelled.rowcount == 1:
        return
    if not session.get(Order, order_id):
        raise HTTPException(404, "Order not found")
    raise HTTPException(409, "Only a pending order can be cancelled")
