export { returnedColumn } from '~/features/orders/server/public'
