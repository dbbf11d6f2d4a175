import type { BlockNames } from './names.ts';

/** The blocks of Desert. */
export const desertBlocks: BlockNames = {
  prefix: 'Speed',
  prefixed: `
    Advertising BarrelJump Base BiSlopeEnd BiSlopeStart BiSlopeStraight BridgeClip BridgeGTCurve4
    BridgePillarRock4 BridgePillarRock8 BridgePillarSand10 BridgePillarSand6 BridgePillarWater10
    BridgePillarWater6 BridgeRamp BridgeSlopeBase4 BridgeStraight BridgeToRoad BridgeTurbo BridgeTurboRoulette
    ClassicBarrels ClassicCheckpoint ClassicContainers ClassicDerrick ClassicFinish ClassicGtCurve ClassicJump
    ClassicMountain ClassicPeak ClassicReservoir ClassicRocks ClassicStartLine ClassicTurbo CliffBridgeAir
    CliffRoad CliffRoad2 CliffRoad3 CliffRoadAir Clip DesertToRockToRoad FallenContainers FreeSignLeft
    FreeSignRight FreeSignWarning FreeSignWrongWay FreeWheeling GarageBiSlopeEnd GarageBiSlopeStart
    GarageCheckpoint GarageHatSlopeBottom GarageHatSlopeTop GarageHoleRoad GarageHoleSlope GaragePillar
    GaragePillarRoad GaragePillarSlope GarageRoad GarageRoadClip GarageSlope GarageSlopeGT2 GarageSlopeGT2b
    GarageSlopeGT3 GarageSlopeGT3b GarageSlopeGT4 GarageSlopeGT4b GarageSlopeGT5 GarageSlopeGT5b
    GarageSlopeHole GarageSlopePillar GarageToRoadAir GarageToSlope GarageToSlopeMirror GarageTurbo
    GarageTurboSlopeDown GarageTurboSlopeLeft GarageTurboSlopeRight GarageTurboSlopeUp GtCurve3 HoleAir
    HumpRoad HumpRoad2 JumpInRoad LoopLeft LoopRight PipelineRoad PipelineRoadClip PlankAir Pylon RiverClip
    RiverRoadClipLeft RiverRoadClipRight RiverRoadStraight RiverRoadToRoadGTCurve4 RiverRoadToRoadGTCurve4In
    RiverRoadToRoadGTCurve4InMirror RiverRoadToRoadGTCurve4Mirror RiverRoadToRoadLeft2x1
    RiverRoadToRoadLeft4x1 RiverRoadToRoadRight2x1 RiverRoadToRoadRight4x1 RiverTetrisBridgeDiagLeft
    RiverTetrisBridgeDiagRight RiverTetrisStraightUp RiverTetrisStraightUpBase1 RiverTetrisStraightUpCorner
    RiverTetrisStraightUpDiagLeft RiverTetrisStraightUpDiagRight Road RoadClip RoadLamp RoadSignThisWay
    RoadSignWarning RoadSignWrongWay RoadStraightToGarage Rock RockClip RockToRockLacets RockToRockLacetsBis
    RockToRockToBridge RockToRockToBridgeArch3 RockToRockToBridgeArch5 RockToRockToRoad Rocks2 RocksArch
    RocksRoad SaguarosGround SandCheckpoint Slope SpinLeft SpinRight StartFinishLine TiltCornerAir
    TiltCornerInside TiltStraightAir TiltTShaped TiltTransitionLeft TiltTransitionRight ToCanyon Toll Toll2
    TunnelClip TunnelDesertToRockEntry1 TunnelDesertToRockEntry2 TunnelExit TunnelRoad TunnelRoadCheckpoint
    TunnelRoadEntry1 TunnelRoadEntry1_Old TunnelRoadEntry2 TunnelRoadEntry2_Old TunnelRoadEntry3
    TunnelRoadEntry3_Old TunnelRoadGTCurve2 TunnelRoadGTCurve3 TunnelRockToRockEntry1 TunnelRockToRockEntry2
    TunnelRockToRockEntry3 TunnelSlope TunnelTurbo TurboRoulette`,
  plain: `
    Canyon Desert2 Desert2ToDesert3 Desert3 DesertToDesert DesertToDesert2 DesertToRiver DesertToRock River
    RockToRock`,
};

/** The blocks of Snow. */
export const snowBlocks: BlockNames = {
  prefix: 'Alpine',
  prefixed: `
    Advertising CliffBridgeAir CliffRoadAir CliffRoadLeft CliffRoadRight FreeWheeling GreatWallBiSlopeEnd
    GreatWallBiSlopeGTCurve3Left GreatWallBiSlopeGTCurve3LeftPillar GreatWallBiSlopeGTCurve3Right
    GreatWallBiSlopeGTCurve3RightPillar GreatWallBiSlopeStart GreatWallCastle GreatWallCastlePillar
    GreatWallCastlePillarCross GreatWallCastlePillarCrossPillar GreatWallCheckpoint GreatWallCheckpointSlope
    GreatWallCheckpointSlopeDown GreatWallGTCurve2 GreatWallGTCurve2Pillar GreatWallGTCurve3
    GreatWallGTCurve3Pillar GreatWallRoad GreatWallRoadClip GreatWallRoadClipPillar GreatWallRoadPillar
    GreatWallSlopeBase GreatWallSlopeBase2 GreatWallSlopeStraight GreatWallStraightPillar
    GreatWallStraightPillar2 GreatWallTetrisSnowToToundraBiSlopeEnd GreatWallTetrisSnowToToundraBiSlopeStart
    GreatWallTetrisSnowToToundraBridge GreatWallTetrisSnowToToundraSlopeBase2
    GreatWallTetrisSnowToToundraSlopeBase4Left GreatWallTetrisSnowToToundraSlopeBase4Right
    GreatWallTetrisSnowToToundraSlopeBase6Left GreatWallTetrisSnowToToundraSlopeBase6Right
    GreatWallTetrisToundraToToundraBiSlopeEnd GreatWallTetrisToundraToToundraBiSlopeStart
    GreatWallTetrisToundraToToundraBridge GreatWallTetrisToundraToToundraSlopeBase2
    GreatWallTetrisToundraToToundraSlopeBase4Left GreatWallTetrisToundraToToundraSlopeBase4Right
    GreatWallTetrisToundraToToundraSlopeBase6Left GreatWallTetrisToundraToToundraSlopeBase6Right
    GreatWallToRoadWood GreatWallToRoadWoodPillar HillsTransitionRoadwood HillsTransitionSlope2x1
    HillsTransitionSlopeDiag2x3 HillsTransitionSlopeDiag2x3Mirror HillsTransitionTunnelEntry IceCheckpoint
    IceRamp IceRoad IceRoadClip IceRoadClip2 IceRoadExit IceRoadGTCurve2 LakeBridge LakeSlope
    MetalTubeCheckpoint MetalTubeClip MetalTubeCorner MetalTubeCornerDown MetalTubeCornerUp MetalTubeHWall
    MetalTubeStraight MetalTubeToRoadWood MetalTubeVWall MetalTubeVertical PylonWood RoadChalet RoadChaletClip
    RoadChaletPillar RoadChaletSlope RoadChaletSlopePillar RoadGTCurve2 RoadGTCurve3 RoadLamp RoadMetalTube
    RoadPlateformAlpineRoadWood RoadPlateformGT2 RoadPlateformGT2b RoadPlateformGT3 RoadPlateformGT3b
    RoadPlateformGT4 RoadPlateformGT4b RoadPlateformGT5 RoadPlateformGT5b RoadPlateformRamp RoadPlateformSlope
    RoadPlateformToSlopeLeft RoadPlateformToSlopeRight RoadPlateformTurbo RoadPlateformTurboRoulette
    RoadPlatformBiSlopeEnd RoadPlatformBiSlopeStart RoadTemple RoadTemple2 RoadTemple2Slope RoadTempleSlope
    RoadWood RoadWoodBiSlopeEnd RoadWoodBiSlopeStart RoadWoodBigSlope2x3 RoadWoodCheckPoint RoadWoodClip
    RoadWoodFinish RoadWoodHawkRamp RoadWoodRamp1 RoadWoodRamp2 RoadWoodRamp3 RoadWoodSlope RoadWoodSlopeBase
    RoadWoodStartLine RoadWoodTiltCornerInside RoadWoodTiltCornerInsideGround RoadWoodTiltCornerOutside
    RoadWoodTiltCornerOutsideGround RoadWoodTiltGTCurve1 RoadWoodTiltGTCurve1Ground RoadWoodTiltLeftCheckpoint
    RoadWoodTiltLeftCheckpointGround RoadWoodTiltRightCheckpoint RoadWoodTiltRightCheckpointGround
    RoadWoodTiltSlopeCornerLeft RoadWoodTiltSlopeCornerRight RoadWoodTiltSlopeDownCornerLeft
    RoadWoodTiltSlopeDownCornerLeftGround RoadWoodTiltSlopeDownCornerRight
    RoadWoodTiltSlopeDownCornerRightGround RoadWoodTiltSpin RoadWoodTiltSpinGround RoadWoodTiltStraight
    RoadWoodTiltStraightGround RoadWoodTiltTurboLeft RoadWoodTiltTurboLeftGround RoadWoodTiltTurboRight
    RoadWoodTiltTurboRightGround RoadWoodTiltTwistIn RoadWoodTiltTwistInGround RoadWoodTiltTwistOut
    RoadWoodTiltTwistOutGround RoadWoodTiltUnSpin RoadWoodTiltUnSpinGround RoadWoodTurbo RoadWoodTurboCenter
    RoadWoodTurboDown RoadWoodTurboRampCenter RoadWoodTurboRoulette RoadWoodTurboSide RoadWoodTurboUp Rocks1
    Rocks2 Rocks3 SignLeftWay SignRightWay SignWarning SignWrongWay SnowBase SnowCheckpoint SnowClip SnowRoad
    SnowRoadClip StartFinishLine Temple TempleCross TemplePillar ToundraHillsTransitionRoadwood
    ToundraHillsTransitionSlope2x1 ToundraHillsTransitionTunnelEntry Trees Trees2 Trees3 Tundra TundraClip
    TundraHillsTransitionSlopeDiag2x3 TundraHillsTransitionSlopeDiag2x3Mirror TunnelBiSlopeEnd
    TunnelBiSlopeStart TunnelCheckPoint TunnelEntry1 TunnelEntry2 TunnelEntry3 TunnelExit TunnelGTCurve2
    TunnelGTCurve3 TunnelRoad TunnelRoadClip TunnelRoadSlope TunnelTurbo`,
  plain: `
    Hills Ice Ice0 Ice0ToIce Snow1 Snow1ToSnow2 Snow2 Snow2ToSnow3 Snow3 SnowToIce SnowToSnow SnowToSnow1
    TundraHills`,
};

/** The blocks of Rally. */
export const rallyBlocks: BlockNames = {
  prefix: 'Rally',
  prefixed: `
    Advertising BridgeHigh BridgeHighPillar BridgeLow BridgeMedium BridgeMediumPillar CastleBiSlopeEnd
    CastleBiSlopePillar CastleBiSlopeStart CastleBridge CastleBridgePillar CastleCheckpointPillar CastleCross
    CastleCrossPillar CastleDrawBridge CastleDrawBridgePillar CastleDrawBridgeSpeedUp CastleFinishPillar
    CastleGrid CastleGridPillar CastleHillBridgeAir CastleHillBridgeGround CastleHillBridgePillar CastleRamp
    CastleRampPillar CastleRampSpeedUp CastleReplacementArch CastleReplacementArchPillar
    CastleReplacementCross CastleReplacementCrossPillar CastleStartPillar CastleStraightPillar CastleTower
    CastleTowerPillar CastleTowerSpeedUp CastleTurbo CastleTurboRoulette CheckPoint Clip FieldAuto FieldClip2
    FieldClipLeft FieldClipRight FieldClips FieldClips2 FieldCornerIn FieldCornerOut FieldFenceAutoCenter
    FieldFenceAutoCorner FieldFenceAutoTShaped FieldFenceBushCornerOut FieldFenceBushStraight
    FieldFenceBushStraightAdvert FieldFenceCornerOut FieldFenceDiag FieldFenceRamp FieldFenceStraight
    FieldFenceTreeCornerOut FieldFenceTreeStraight FieldGrassCornerIn FieldGrassCornerOut FieldGrassStraight
    FieldGrassStraight3x3 FieldStraight FieldTetrisDiagRoadLowToRoadHigh
    FieldTetrisDiagRoadLowToRoadHighMirror FieldTetrisDiagRoadMedium FieldTetrisDiagRoadMediumMirror
    FieldTetrisStraightRoadMedium FieldTetrisURoadLow FieldTetrisURoadLowMirror FieldTetrisURoadMedium
    FieldTetrisURoadMediumMirror Finish Flat FreeWheeling GT1 GT1Pillar GT2Pillar GT3 GT3Pillar GT4 GT4Pillar
    GT5 GT5Pillar GT6 GT6Pillar GT8 GT8Pillar GTCurve2 GrassCheckPoint HighCheckpoint HighFinish
    HighFinishSupport HighOverLowCrossGround HighStartLine HighSupportCheckpoint HighSupportStartLine
    HighToLow HighToLowCurve HighToLowCurveMirror Hill1 Hill1SpeedUp Hill2 Hill2SpeedUp Hill3 Hill3SpeedUp
    Hills1 Hills2 Hills3 HouseGround HouseGround2 HouseGround3 HouseGround4 HouseGround5 LowToMedium
    MediumCheckPoint MediumCheckpointSpeedUp MediumOverLowCrossGround MediumOverLowCrossPillar MediumStartLine
    MediumToHigh MultiLapPillar Rampart Road RoadCastle RoadCastleClip RoadCastlePillar RoadCastlePillarClip
    RoadCastleSlope RoadCastleSlopePillar RoadClip RoadHigh RoadHighClip RoadHighCornerRockOutside RoadHighGT1
    RoadHighGT2 RoadHighHillSlope RoadHighStraightRock RoadLamp RoadLowHillSlope RoadMediumFinish
    RoadMediumHillSlope RoadSpeedUp RoadWoodPillar RoadWoodSlope RoadWoodSlopePillar RoadWoodStraightPillar
    RoadWoodSupport RoadWoodSupportSlope RoadWoodToCastlePillar Rock RockDecor RockDecor2 RockMirror
    RockyGrass RockyGrassCliffTransitionCastleToRoadWood RockyGrassCliffTunnelEntry RockyGrassCliffs
    RockyGrassClip RockyGrassHillTransitionRoadHighToRoadMedium RockyGrassHillTransitionRoadMediumtoCastle
    RockyGrassHills SignLeftWay SignPillar SignRightWay SignWarning SignWrongWay SquareTower SquareTowerPillar
    StartFinishLine StartLine TreeGround1 TreeGround1SpeedUp TreeGroundBig Trunc TruncMirror TunnelCheckpoint
    TunnelEntry TunnelExit TunnelGTCurve2 TunnelGTCurve3 TunnelRoad TunnelRoadClip TunnelRoadSlope TunnelTurbo
    Windmill`,
  plain: `
    ForestToHills1 ForestToLake Hills1ToHills2 Hills2ToHills3 HillsToHills Lake`,
};
