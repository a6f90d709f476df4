// Leaving the payment page is always a full page load, so that no other page has Stripe's script.

export function goTo(address: string): void {
  window.location.assign(address)
}

/** Opens an address in place of the payment page, which disappears from the browser's history. */
export function replaceWith(address: string): void {
  window.location.replace(address)
}

export function reloadPage(): void {
  window.location.reload()
}
