import { answerTasks } from '~/platform/threads/answer-tasks'
import { writeTicketsMail } from './write-tickets-mail'

answerTasks(writeTicketsMail)
