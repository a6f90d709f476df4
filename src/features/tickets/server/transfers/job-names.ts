export const transferEmailJob = 'transfers.offered'
export const transferTakenJob = 'transfers.taken'
export interface TransferJob {
  transferId: string
}
