export { takeTick } from './clock'
export type { Chat } from './create-chat'
export { handOverRooms } from './rooms/hand-over-rooms'
