// Server code of the invoices feature that other features use.
export { writeParty } from './documents/write-party'
