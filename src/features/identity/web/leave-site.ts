/** Opens a URL of another site in this tab. */
export function leaveSite(address: string): void {
  window.location.assign(address)
}

/** Reloads the page as a new document. */
export function reloadPage(): void {
  window.location.reload()
}
