/** The email with the link, to the address that was typed. */
export const transferEmailJob = 'transfers.offered'
/** Tells whoever passed a ticket on that it was taken. */
export const transferTakenJob = 'transfers.taken'
export interface TransferJob {
  transferId: string
}
