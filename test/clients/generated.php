<?php
// Charges, lists and hears of an error with the client that OpenAPI Generator made in the folder that argv names.

namespace GuzzleHttp\Psr7 {
    require 'GuzzleHttp/autoload.php';

    // The generator writes for guzzle 6, whose function this was.
    function build_query(array $params): string
    {
        return Query::build($params);
    }
}

namespace {
    use OpenAPI\Client\Api\CustomersApi;
    use OpenAPI\Client\Api\PaymentsApi;
    use OpenAPI\Client\ApiException;
    use OpenAPI\Client\Configuration;
    use OpenAPI\Client\Model;

    // It calls guzzle in a way that PHP 8 complains of.
    error_reporting(E_ALL & ~E_DEPRECATED);
    spl_autoload_register(function (string $class) use ($argv) {
        $prefix = 'OpenAPI\\Client\\';
        if (!str_starts_with($class, $prefix)) return;
        require $argv[1] . '/lib/' . strtr(substr($class, strlen($prefix)), '\\', '/') . '.php';
    });

    function charge(
        PaymentsApi $payments,
        string $customer,
        string $order,
        string $number = '4242424242424242',
    ): Model\Payment
    {
        $card = new Model\NewPaymentSourceCard(
            ['number' => $number, 'expiry_month' => 12, 'expiry_year' => 2034, 'cvv' => '123'],
        );
        $source = new Model\NewPaymentSource(['card' => $card]);
        $body = new Model\NewPayment(
            ['amount' => 1250, 'source' => $source, 'customer_id' => $customer, 'order_number' => $order],
        );
        return $payments->paymentsCreate($body, null, $order);
    }

    function refund(PaymentsApi $payments, string $payment): array
    {
        $body = new Model\PaymentsRefundRequest(['amount' => 500, 'reason' => 'asked for']);
        $refund = $payments->paymentsRefund($payment, idempotency_key: 'R-1', payments_refund_request: $body);
        $left = $payments->paymentsRetrieve($payment);
        return [$refund->getStatus(), $refund->getAmount(), $left->getAmountRefunded()];
    }

    function pages(PaymentsApi $payments): array
    {
        $pages = [];
        $cursor = null;
        do {
            $page = $payments->paymentsList(2, $cursor);
            $pages[] = array_map(fn ($one) => $one->getOrderNumber(), $page->getData());
            $cursor = $page->getNext();
        } while ($page->getHasMore());
        return $pages;
    }

    function problem(PaymentsApi $payments): array
    {
        try {
            $payments->paymentsRetrieve('999');
        } catch (ApiException $error) {
            return [$error->getCode(), json_decode($error->getResponseBody())->code];
        }
        return [];
    }

    function say(string $what, mixed $value): void
    {
        echo json_encode([$what, $value]), "\n";
    }

    $configuration = (new Configuration())
        ->setHost(getenv('SERVICE_URL'))
        ->setAccessToken(getenv('SERVICE_API_KEY'));
    $payments = new PaymentsApi(null, $configuration);
    $payer = new Model\NewCustomer(['first_name' => 'Ada', 'last_name' => 'Park', 'email' => 'ada@example.com']);
    $customer = (new CustomersApi(null, $configuration))->customersCreate(new_customer: $payer)->getId();
    $made = array_map(fn ($n) => charge($payments, $customer, "P-$n"), [1, 2, 3]);
    say('made', array_map(fn ($one) => [$one->getStatus(), $one->getAmount(), $one->getOrderNumber()], $made));
    say('again', charge($payments, $customer, 'P-3')->getId() === $made[2]->getId());
    say('pages', pages($payments));
    say('found', $payments->paymentsRetrieve($made[0]->getId())->getOrderNumber());
    $declined = charge($payments, $customer, 'P-4', '4000000000000002');
    say('declined', [$declined->getStatus(), $declined->getDecline()->getCode()]);
    say('refunded', refund($payments, $made[0]->getId()));
    say('wrong', problem($payments));
}
