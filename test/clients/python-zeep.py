"""Does the job on stdin with zeep, and writes what it heard as lines of JSON."""

import json
import sys

from zeep import Client
from zeep.exceptions import Fault
from zeep.helpers import serialize_object

PORTS = {
  'SOAP 1.1': 'ServiceSoap',
  'SOAP 1.2': 'ServiceSoap12',
  'HTTP GET': 'ServiceHttpGet',
  'HTTP POST': 'ServiceHttpPost',
}

ANSWER_NOTHING = ('SearchCustomerAcquirerB', 'BatchCloseAcquirerB')


def main():
  job = json.load(sys.stdin)
  client = Client(job['wsdl'])
  port = PORTS[job['binding']]
  say({'operations': understood(client, port)})
  service = client.bind('Service', port)
  for call in job['calls']:
    say(answer_to(service, call))


def understood(client, port):
  """Every operation of this port with its parameters, from zeep's own line about it."""
  operations = {}
  for name, operation in client.wsdl.services['Service'].ports[port].binding.all().items():
    parameters = operation.input.signature().split(', ')
    operations[name] = dict(parameter.split(': ') for parameter in parameters)
  return operations


def answer_to(service, call):
  try:
    result = service[call['operation']](**call['values'])
    return {'result': serialize_object(result, dict)}
  except Fault as fault:
    # Of the HTTP bindings zeep hands over bytes, and no code.
    text = fault.message
    text = text.decode() if isinstance(text, bytes) else text
    return {'fault': {'code': fault.code or '', 'text': text}}
  except AttributeError as error:
    # Its HTTP bindings know no operation without output: it trips over the 200 that says all is well.
    if "'deserialize'" not in str(error) or call['operation'] not in ANSWER_NOTHING:
      raise
    return {'result': None}


def say(line):
  print(json.dumps(line), flush=True)


main()
