<?php

/** Does the job on stdin with SoapClient, and writes what it heard as lines of JSON. */

$job = json_decode(stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);
$client = new SoapClient($job['wsdl'], [
  'soap_version' => $job['binding'] === 'SOAP 1.2' ? SOAP_1_2 : SOAP_1_1,
  'cache_wsdl' => WSDL_CACHE_NONE,
  // A list of one stays a list.
  'features' => SOAP_SINGLE_ELEMENT_ARRAYS,
]);
$operations = understood($client);

say(['operations' => $operations]);
foreach ($job['calls'] as ['operation' => $name, 'values' => $values]) {
  try {
    say(['result' => $client->$name(asSent($values, $operations[$name]))]);
  } catch (SoapFault $fault) {
    say(['fault' => ['code' => $fault->faultcode, 'text' => $fault->getMessage()]]);
  }
}

/** Every function with the types of its parameters, both as PHP lists them. */
function understood(SoapClient $client): array
{
  $structs = [];
  foreach ($client->__getTypes() as $type) {
    preg_match('/^struct (\w+) \{(.*)\}$/s', $type, $struct);
    preg_match_all('/^ (\w+) (\w+);$/m', $struct[2], $members);
    $structs[$struct[1]] = array_combine($members[2], $members[1]);
  }
  $operations = [];
  foreach ($client->__getFunctions() as $function) {
    preg_match('/^(\w+) (\w+)\((\w+) \$parameters\)$/', $function, $found);
    [, $result, $name, $parameters] = $found;
    if (isset($structs[$result])) $operations[$name] = $structs[$parameters];
  }
  return $operations;
}

/** What is no boolean would be made one: it goes as it is, past the types. */
function asSent(array $values, array $types): array
{
  foreach ($values as $name => $value) {
    if ($types[$name] === 'boolean' && !is_bool($value)) {
      $values[$name] = new SoapVar("<ns1:$name>$value</ns1:$name>", XSD_ANYXML);
    }
  }
  return $values;
}

function say(array $line): void
{
  echo json_encode($line, JSON_THROW_ON_ERROR), "\n";
}
