@echo off
rem The command line of the Plinth app: runs it without a window. Without "--" Electron ends when words follow a URL.
setlocal
if "%~1"=="" (
  "%~dp0..\..\Plinth.exe" -- help
) else (
  "%~dp0..\..\Plinth.exe" -- %*
)
exit /b %errorlevel%
