/** To another site, by the address that it was asked for. */
export function leaveSite(address: string): void {
  window.location.assign(address)
}

/** The same address once more, as a document of its own. */
export function loadAnew(): void {
  window.location.reload()
}
