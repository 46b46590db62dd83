"""Charges, lists and hears of an error with the client that OpenAPI Generator made in the folder that argv names."""

import json
import os
import sys

sys.path.insert(0, sys.argv[1])

import openapi_client
from openapi_client import models


def main():
  configuration = openapi_client.Configuration(host=os.environ['SERVICE_URL'])
  configuration.access_token = os.environ['SERVICE_API_KEY']
  with openapi_client.ApiClient(configuration) as client:
    payments = openapi_client.PaymentsApi(client)
    payer = models.NewCustomer(first_name='Ada', last_name='Park', email='ada@example.com')
    customer = openapi_client.CustomersApi(client).customers_create(new_customer=payer).id
    made = [charge(payments, customer, f'P-{n}') for n in (1, 2, 3)]
    say('made', [[one.status, one.amount, one.order_number] for one in made])
    say('again', charge(payments, customer, 'P-3').id == made[2].id)
    say('pages', [[one.order_number for one in page] for page in pages(payments)])
    say('found', payments.payments_retrieve(made[0].id).order_number)
    declined = charge(payments, customer, 'P-4', number='4000000000000002')
    say('declined', [declined.status, declined.decline.code])
    say('refunded', refund(payments, made[0].id))
    say('wrong', problem(payments))


def charge(payments, customer, order, number='4242424242424242'):
  card = models.NewPaymentSourceCard(number=number, expiry_month=12, expiry_year=2034, cvv='123')
  source = models.NewPaymentSource(card=card)
  body = models.NewPayment(amount=1250, source=source, customer_id=customer, order_number=order)
  return payments.payments_create(body, idempotency_key=order)


def refund(payments, payment):
  body = models.PaymentsRefundRequest(amount=500, reason='asked for')
  refund = payments.payments_refund(
    payment, idempotency_key='R-1', payments_refund_request=body
  )
  left = payments.payments_retrieve(payment)
  return [refund.status, refund.amount, left.amount_refunded]


def pages(payments):
  cursor = {}
  while True:
    page = payments.payments_list(limit=2, **cursor)
    yield page.data
    if not page.has_more:
      return
    cursor = {'after': page.next}


def problem(payments):
  try:
    payments.payments_retrieve('999')
  except openapi_client.ApiException as error:
    return [error.status, json.loads(error.body)['code']]


def say(what, value):
  print(json.dumps([what, value]), flush=True)


main()
