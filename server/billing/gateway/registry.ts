// The payment providers that this installation knows. A further one is a file in adapters/ and a line here.
import type { GatewayAdapter } from "./adapter.ts";
import { bkash } from "./adapters/bkash.ts";
import { hmac } from "./adapters/hmac.ts";
import { mpesa } from "./adapters/mpesa.ts";
import { razorpay } from "./adapters/razorpay.ts";
import { sslcommerz } from "./adapters/sslcommerz.ts";
import { stripe } from "./adapters/stripe.ts";

export const GATEWAY_ADAPTERS: readonly GatewayAdapter[] = [bkash, sslcommerz, razorpay, mpesa, stripe, hmac];
