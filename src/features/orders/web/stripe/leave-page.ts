// Every way out of the payment page is a full load, so that no other page has Stripe's script.

export function goTo(address: string): void {
  window.location.assign(address)
}

/** The payment page leaves the browser's history. */
export function replaceWith(address: string): void {
  window.location.replace(address)
}

export function reloadPage(): void {
  window.location.reload()
}
