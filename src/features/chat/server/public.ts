export { takeEventNumbers } from './event-numbers'
export type { Chat } from './create-chat'
export { leaveAllRooms } from './rooms/leave-all-rooms'
