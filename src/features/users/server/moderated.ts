export { addFormerCrew, formerCrewRows, removeFormerCrew, setCustomTitle } from '../crew/server/crew-rows.ts';
