import { runWorkerTasks } from '~/platform/threads/serve-tasks'
import { sendTicketsEmail } from './write-tickets-email'

runWorkerTasks(sendTicketsEmail)
