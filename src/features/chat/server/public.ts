export { takeTick } from './clock'
export type { Chat } from './create-chat'
export { leaveAllRooms } from './rooms/leave-all-rooms'
