export { deleteAccount, type Organized } from './delete-account'
