export const transferEmailJob = 'transfers.offered'
export const transferAcceptedJob = 'transfers.taken'
export interface TransferJob {
  transferId: string
}
