export { takeTick } from './clock'
export { handOverRooms } from './rooms/hand-over-rooms'
