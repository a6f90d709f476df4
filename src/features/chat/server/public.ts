export { handOverRooms } from './rooms/hand-over-rooms'
