// What other features may call.
export { deleteAccount, type Organized } from './delete-account'
